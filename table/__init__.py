"""What happens at a table: a choice is taken, seats change hands, time runs. Nothing here knows of Discord."""
