"""Who plays: one browser, guest or member; points and leaderboards."""
