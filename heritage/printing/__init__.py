"""Sheets to print: A4 and A3 pages as PDF with Vietnamese text, maps, icons and QR codes.

`Sheet` is the page and its pen, `cards` lays cards out on pages with cut marks, fronts and backs,
`country` draws the map. Needs no request and no database; lengths are in millimetres from the top
left corner, letters in points.
"""
