import { flushCompileCache } from 'node:module'
import '@simdeck/server/server.ts'

// The server as it runs in production, once its parent says so: what it is made of is read and compiled before. It ends with its parent.
flushCompileCache()
process.stdin.once('data', () => void import('@simdeck/server/main.ts'))
process.stdin.once('end', () => process.exit())
process.stdout.write('held\n')
