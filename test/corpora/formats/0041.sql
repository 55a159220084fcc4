-- Base addresses with a path are used as they are from now on; those that were kept had /v1 behind them.
UPDATE systems SET genai_url = genai_url || '/v1' WHERE kind <> 'demo' AND genai_url GLOB '*://*/*';
