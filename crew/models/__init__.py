"""Language models: routes over LiteLLM, the CrewAI model that uses them, and the offline analyst."""
