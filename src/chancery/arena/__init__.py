"""The arena: matches between bots, benchmarks, ladders and training."""
