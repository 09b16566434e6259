"""The public language of Wangi: facts on Kafka, their topics, and the live frames. Imports nothing of
ours."""
