/** The units of values: SIMs, percent, POLLs a minute, or milliseconds. */
export type AlertUnit = 'sims' | 'percent' | 'polls' | 'ms'

/** The figures of the overview that a rule can watch, with their units. `onlinePercent` is the share of the SIMs that are expected. */
export const alertFigures = {
  onlinePercent: 'percent',
  lateSims: 'sims',
  silentSims: 'sims',
  imeiChanged: 'sims',
  simsWithoutKeys: 'sims',
  failedAppletOtas: 'sims',
  failedPollerOtas: 'sims',
  pollsPerMinute: 'polls',
  delayP95Ms: 'ms',
} as const satisfies Record<string, AlertUnit>
export type AlertFigure = keyof typeof alertFigures
export const alertFigureNames = Object.keys(alertFigures) as [AlertFigure, ...AlertFigure[]]
/** The unit of the values of a source. */
export const unitOf = (of: AlertFigure | null): AlertUnit => (of === null ? 'sims' : alertFigures[of])
/** A value as people read it, with one decimal place. */
export const shownValue = (value: number): number => Math.round(value * 10) / 10
