import type { Bench } from '../bench.ts'
import { benchCrl } from './crl.ts'
import { benchIssue } from './issue.ts'
import { benchOcsp } from './ocsp.ts'

const parts: Record<string, (bench: Bench) => Promise<void>> = { issue: benchIssue, ocsp: benchOcsp, crl: benchCrl }

/** Certificates on virtual SIMs by one campaign, answers of OCSP, and a CRL with many entries. */
export async function benchCertificates(bench: Bench): Promise<void> {
  const { part } = bench.flags
  const chosen = part === null ? Object.values(parts) : parts[part] && [parts[part]]
  if (!chosen) throw new Error(`--part takes ${Object.keys(parts).join(', ')}`)
  for (const one of chosen) {
    await one(bench)
    await bench.restart()
  }
}
