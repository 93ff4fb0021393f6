"""What a model may call, and the evidence it leaves. Imports no other package of ours."""
