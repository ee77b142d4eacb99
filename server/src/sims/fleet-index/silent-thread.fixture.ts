import { parentPort } from 'node:worker_threads'
import type { Ask, Report } from './messages.ts'

// A thread that reports that it is loaded and then answers nothing.

parentPort!.on('message', (_ask: Ask) => undefined)
parentPort!.postMessage({ figures: { sims: 1, bytes: 1, lagMs: 0 } } satisfies Report)
parentPort!.postMessage({ loadedMs: 0 } satisfies Report)
