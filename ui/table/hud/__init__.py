"""What is drawn around the cards: plates, markers, status and hints."""
