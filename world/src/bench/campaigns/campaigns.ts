import type { Bench } from '../bench.ts'
import { benchExecuting } from './executing.ts'
import { benchLarge } from './large.ts'

const parts: Record<string, (bench: Bench) => Promise<void>> = { large: benchLarge, executing: benchExecuting }

/** Campaigns over all SIMs, and campaigns that virtual SIMs execute. */
export async function benchCampaigns(bench: Bench): Promise<void> {
  const { part } = bench.flags
  const chosen = part === null ? Object.values(parts) : parts[part] && [parts[part]]
  if (!chosen) throw new Error(`--part takes ${Object.keys(parts).join(', ')}`)
  for (const one of chosen) {
    await one(bench)
    await bench.restart()
  }
}
