"""Sources that many rows share, as readers see them."""

CENSUS_2019 = "Tổng điều tra dân số và nhà ở 1/4/2019, Tổng cục Thống kê"
CENSUS_2009 = "Tổng điều tra dân số và nhà ở 1/4/2009, Tổng cục Thống kê"
LIST_OF_PEOPLES = "Danh mục các thành phần dân tộc Việt Nam (2/3/1979)"
UNITS = "Nghị quyết 202/2025/QH15 ngày 12/6/2025, Quốc hội"
SEAPORTS = "Quyết định 804/QĐ-TTg ngày 8/7/2022, Thủ tướng Chính phủ"
