/** Time limit for loading a screen's script (specification §9). */
const loadLimitMs = 120_000
/** Time limit for the check for a new version. */
const versionCheckLimitMs = 10_000

/** `newVersion`: the server now has another version of the console, and no longer has the scripts of this one. */
export type WhyNotLoaded = 'newVersion' | 'unreachable'

/**
 * The script of a screen could not be loaded. The page offers to reload but does not reload by itself, because that could repeat
 * forever.
 */
export class ScreenNotLoaded extends Error {
  readonly why: WhyNotLoaded

  constructor(why: WhyNotLoaded, cause: unknown) {
    super(`The screen could not be loaded: ${why}`, { cause })
    this.name = 'ScreenNotLoaded'
    this.why = why
  }
}

/** Imports a screen with a time limit of 120,000 ms. Throws `ScreenNotLoaded`. */
export async function inTime<Module>(loading: Promise<Module>, findCause: () => Promise<WhyNotLoaded> = compareVersions): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${loadLimitMs} ms`)), loadLimitMs)
  })
  try {
    return await Promise.race([loading, tooLate])
  } catch (error) {
    throw new ScreenNotLoaded(await findCause(), error)
  } finally {
    clearTimeout(timer)
  }
}

/** Compares the entry script of the open page with the one that the server sends now. */
async function compareVersions(): Promise<WhyNotLoaded> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(versionCheckLimitMs) })
    return answer.ok && entry && !(await answer.text()).includes(entry) ? 'newVersion' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
