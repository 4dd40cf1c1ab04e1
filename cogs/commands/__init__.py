"""What people type: one file a subject, a group for each game."""
