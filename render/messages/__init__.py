"""What the table says, whatever the game: a file for each subject, each sentence a function of names and values."""
