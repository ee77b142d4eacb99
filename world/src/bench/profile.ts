import type { Bench } from './bench.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Functions in the profiles of `node --cpu-prof` in a folder, by their own time as a share of all time that is not idle. */
export function readProfile(folder: string): { functionName: string; share: number }[] {
  const own = new Map<string, number>()
  let busy = 0
  for (const file of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
    const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
    for (const [at, id] of samples.entries()) {
      const name = names.get(id)!
      const time = timeDeltas[at] ?? 0
      if (name === '(idle)') continue
      own.set(name, (own.get(name) ?? 0) + time)
      busy += time
    }
  }
  const shares = [...own].map(([functionName, time]) => ({ functionName, share: time / busy }))
  return shares.toSorted((one, other) => other.share - one.share)
}

/** Name with file and folder, since names such as `update` occur often. */
function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const place = url.split('/').slice(-2).join('/')
  return [functionName || '(anonymous)', place].filter((part) => part !== '').join(' ')
}

const shown = 25

/** Ends the server and prints the functions that used most of its processor time, if the flag `profile` asks for it. */
export async function reportProfile(bench: Bench): Promise<void> {
  if (!bench.flags.profile) return
  bench.report(
    'Where the processor time of the server went',
    ['function, its own time', 'share'],
    (await bench.profile()).slice(0, shown).map(({ functionName, share }) => [functionName, `${(share * 100).toFixed(1)} %`]),
  )
}
