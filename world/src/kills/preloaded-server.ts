import { flushCompileCache } from 'node:module'
import '@simdeck/server/server.ts'

// A production server that loads and compiles its modules, then waits for its parent's message before it starts. It ends with its parent.
flushCompileCache()
process.stdin.once('data', () => void import('@simdeck/server/main.ts'))
process.stdin.once('end', () => process.exit())
process.stdout.write('modules loaded\n')
