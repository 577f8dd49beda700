"""What the recorder of MCP servers starts: public servers, and small business servers that are made anew for each seed."""
