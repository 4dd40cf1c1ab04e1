"""What is announced: the queue, posts of turns, delivery, notices, thinking, and the minute's round."""
