import { workerData } from 'node:worker_threads'
import { serveRuns } from './serve-runs.ts'
import type { RunOrder } from './serve-runs.ts'
import { isTargetName, loadTarget } from './targets.ts'

const { target } = workerData as RunOrder
if (!isTargetName(target)) throw new Error(`there is no target ${target}`)
await serveRuns(await loadTarget(target))
