"""What the search processes of the studio do: one file for each sort of job."""
