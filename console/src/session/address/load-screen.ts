/** How long a screen's script may take (specification §9). */
const longestMs = 120_000
/** How long the question may take whether a new version is there. */
const longestQuestionMs = 10_000

/** `newVersion`: the server has another console by now, and the script is gone with the old one. */
export type WhyNotLoaded = 'newVersion' | 'unreachable'

/** The script of a screen did not come. The page offers to reload and never does so by itself: that could go on for ever. */
export class ScreenNotLoaded extends Error {
  readonly why: WhyNotLoaded

  constructor(why: WhyNotLoaded, cause: unknown) {
    super(`The screen could not be loaded: ${why}`, { cause })
    this.name = 'ScreenNotLoaded'
    this.why = why
  }
}

/** The import of a screen, given up after 120,000 ms. Throws `ScreenNotLoaded`. */
export async function inTime<Module>(loading: Promise<Module>, ask: () => Promise<WhyNotLoaded> = askWhy): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${longestMs} ms`)), longestMs)
  })
  try {
    return await Promise.race([loading, tooLate])
  } catch (error) {
    throw new ScreenNotLoaded(await ask(), error)
  } finally {
    clearTimeout(timer)
  }
}

/** Compares the entry of the page that stands with the one that the server would send now. */
async function askWhy(): Promise<WhyNotLoaded> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(longestQuestionMs) })
    return answer.ok && entry && !(await answer.text()).includes(entry) ? 'newVersion' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
