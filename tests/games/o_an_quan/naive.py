"""A second engine, written from the rules alone and in another way: names in dictionaries, walked
stone by stone, nothing shared with the product. Slow, and only here to disagree with it."""

from __future__ import annotations

RING = ["QL", "B1", "B2", "B3", "B4", "B5", "QR", "Y5", "Y4", "Y3", "Y2", "Y1"]
AFTER = {
    "a": dict(zip(RING, RING[1:] + RING[:1], strict=True)),
    "c": dict(zip(RING, RING[-1:] + RING[:-1], strict=True)),
}
OTHER = {"B": "Y", "Y": "B"}
DEFAULTS = {
    "quan_value": 5,
    "quan_non": False,
    "borrow": True,
    "start": "B",
    "empty_quan": "stop",
    "end": "pieces",
}


class Game:
    def __init__(self, **options):
        self.rules = {**DEFAULTS, **options}
        self.small = {name: 0 if name[0] == "Q" else 5 for name in RING}
        self.big = {"QL": 1, "QR": 1}
        self.won_small = {"B": 0, "Y": 0}
        self.won_big = {"B": 0, "Y": 0}
        self.owes = {"B": 0, "Y": 0}
        self.to_move = self.rules["start"]
        self.quiet = self.ply = 0
        self.reason = None
        self.stood = {self.picture(): 1}
        self.sown = 0
        self.captures = 0

    def picture(self):
        def row(letter):
            return ",".join(str(self.small[f"{letter}{n}"]) for n in range(1, 6))

        def end(name):
            return f"{self.small[name]}{'q' * self.big[name]}"

        return f"{row('Y')}/{row('B')}/{end('QL')},{end('QR')} {self.to_move or '-'}"

    def __str__(self):
        stocks = " ".join(
            f"{self.won_small[who]}:{self.won_big[who]}:{self.owes[who]}" for who in "BY"
        )
        return f"{self.picture()} {stocks} {self.quiet} {self.ply}"

    def moves(self):
        if self.to_move is None:
            return []
        own = [f"{self.to_move}{n}" for n in range(1, 6)]
        return [name + way for name in own if self.small[name] for way in "ac"]

    def bare(self, who):
        return sum(self.small[f"{who}{n}"] for n in range(1, 6)) == 0

    def nothing_in(self, name):
        return self.small[name] == 0 and self.big.get(name, 0) == 0

    def gap(self, name):
        if name[0] == "Q" and self.rules["empty_quan"] == "stop":
            return False
        return self.nothing_in(name)

    def move(self, text):
        assert text in self.moves()
        name, way = text[:2], text[2]
        after = AFTER[way]
        self.sown = 0
        while True:
            stones, self.small[name] = self.small[name], 0
            for _ in range(stones):
                name = after[name]
                self.small[name] += 1
                self.sown += 1
            name = after[name]
            if name[0] == "Q" or self.small[name] == 0:
                break
        self.captures = 0
        while self.gap(name):
            target = after[name]
            if self.nothing_in(target):
                break
            young = self.big.get(target) and self.small[target] < 5
            if young and self.rules["quan_non"]:
                break
            self.won_small[self.to_move] += self.small[target]
            self.won_big[self.to_move] += self.big.get(target, 0)
            self.small[target] = 0
            if target[0] == "Q":
                self.big[target] = 0
            self.captures += 1
            name = after[target]
        self.ply += 1
        self.quiet = 0 if self.captures else self.quiet + 1
        self.to_move = OTHER[self.to_move]
        self.reason = self.why_over()
        if self.reason:
            self.go_home()

    def why_over(self):
        gone = not self.big["QL"] and not self.big["QR"]
        if gone and (self.rules["end"] == "pieces" or self.small["QL"] == self.small["QR"] == 0):
            return "het_quan"
        me, you = self.to_move, OTHER[self.to_move]
        if self.bare(me):
            missing = max(0, 5 - self.won_small[me])
            if missing and (not self.rules["borrow"] or self.won_small[you] < missing):
                return "no_stones"
            self.won_small[me] -= 5 - missing
            self.won_small[you] -= missing
            self.owes[me] += missing
            for n in range(1, 6):
                self.small[f"{me}{n}"] = 1
        picture = self.picture()
        self.stood[picture] = self.stood.get(picture, 0) + 1
        if self.stood[picture] == 3:
            return "repetition"
        return "quiet" if self.quiet == 40 else None

    def go_home(self):
        for who in "BY":
            for n in range(1, 6):
                self.won_small[who] += self.small[f"{who}{n}"]
                self.small[f"{who}{n}"] = 0
        for who in "BY":
            self.won_small[who] -= self.owes[who]
            self.won_small[OTHER[who]] += self.owes[who]
        self.owes = {"B": 0, "Y": 0}
        self.to_move = None

    def points(self):
        return {
            who: self.won_small[who] + self.rules["quan_value"] * self.won_big[who] for who in "BY"
        }
