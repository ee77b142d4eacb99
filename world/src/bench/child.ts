import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A module of this folder in its own process. It accepts one request at a time. */
export type Child = { pid: number; ask: <Answer>(message: object) => Promise<Answer>; [Symbol.dispose]: () => void }

export function startChild(file: string): Child {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' })
  return {
    pid: child.pid!,
    ask: (message) =>
      new Promise((done, failed) => {
        const onExit = () => failed(new Error(`${file} ended`))
        child.once('exit', onExit)
        child.once('message', (answer) => {
          child.off('exit', onExit)
          done(answer as never)
        })
        child.send(message)
      }),
    [Symbol.dispose]: () => void child.kill(),
  }
}
