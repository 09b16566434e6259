"""What we claim about speed, as ratios against a named peer in the same run."""
