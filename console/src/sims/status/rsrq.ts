/** Quality class of an RSRQ value in dB (specification §4). */
export function rsrqClass(rsrqDb: number): 'excellent' | 'veryGood' | 'good' | 'poor' | 'veryPoor' {
  if (rsrqDb >= -5) return 'excellent'
  if (rsrqDb >= -8) return 'veryGood'
  if (rsrqDb >= -10) return 'good'
  if (rsrqDb >= -13) return 'poor'
  return 'veryPoor'
}
