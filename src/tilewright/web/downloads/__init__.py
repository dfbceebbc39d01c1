"""Files to take away: pictures, puzzle files, pages to print, pieces to make."""
