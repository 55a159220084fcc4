import { AppError } from '../../../preload/contract/errors.ts';

/** A refusal in words that help a model: its code, and what the server said. */
export async function saying<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof AppError ? worded(error) : error;
  }
}

export function worded({ code, details: { server } }: AppError): Error {
  return new Error(typeof server === 'string' ? `${code}: ${server.slice(0, 500)}` : code);
}
