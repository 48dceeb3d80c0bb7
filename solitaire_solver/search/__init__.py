"""The search: one engine, the strategies that drive it, and the verdicts."""
