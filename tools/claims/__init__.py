"""What the five published systems say of their own input, and what our commands say of it: docs/measured/claims.md."""
