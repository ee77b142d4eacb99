import { CallError } from '@simdeck/contract/client.ts'
import { useEffect, useRef, useState } from 'react'
import type { RefObject, SubmitEvent } from 'react'

type Faults<Values> = { [Name in keyof Values]?: string | null | false }

interface FormOptions<Values extends object> {
  /** What is saved, or what an empty form begins with; a field that is not touched follows it. */
  saved: Values
  /** What is wrong with each field, in the user's words. */
  check: (values: Values) => Faults<Values>
  /** Does what the form is for; what it throws goes to `failed`. False: the user turned back, and what was typed stays. */
  send: (values: Values) => Promise<boolean | void>
  /** Says the failure; a field of the call that the form has shows it too. */
  failed: (error: unknown) => void
  /** Fields that other errors of the server belong to, by their code. */
  fieldOf?: Partial<Record<string, keyof Values & string>>
  /** The server's words for the field at this path, when more must be said: which line it is. */
  say?: (path: string, message: string, values: Values) => string
}

export interface Form<Values extends object> {
  values: Values
  changed: boolean
  busy: boolean
  error: (name: keyof Values) => string | null
  set: (next: Partial<Values>) => void
  leave: (name: keyof Values) => void
  restart: () => void
  /** For the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void }
  /** For a field of text. */
  text: (name: TextNames<Values>) => {
    value: string
    error: string | null
    onChange: (event: { currentTarget: { value: string } }) => void
    onBlur: () => void
  }
}
type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the server said of each field of the form, which is named by the path of the field or by its first part. */
function refusedFields(
  error: unknown,
  names: readonly string[],
  fieldOf: Partial<Record<string, string>>,
  say: (path: string, message: string) => string,
): Record<string, string> {
  if (!(error instanceof CallError) || !error.body) return {}
  const { code, message, fields = [] } = error.body
  const own = fieldOf[code]
  const said = fields.map(({ path, message: words }): [string, string] => {
    const name = names.includes(path) ? path : (path.split('.')[0] ?? '')
    return [name, say(path, words)]
  })
  return { ...(own !== undefined && { [own]: message }), ...Object.fromEntries(said.toReversed()) }
}

/**
 * At once, or, while the mouse is pressed, when it is let go: what is said of the field that was left would move what is being
 * pressed away from under the pointer, and the click would be lost.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) act()
  else window.addEventListener('pointerup', () => window.setTimeout(act), { once: true })
}

/** The state of a form as console-ux.md wants it: checked after the first blur and on submit, the first fault focused, nothing typed is lost. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { saved, check, send, failed, fieldOf = {}, say = (_, message) => message } = options
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const values = { ...saved, ...draft }
  const faults = check(values)
  const names = Object.keys(saved) as (keyof Values)[]

  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]')?.focus()
  }, [tries])

  const set = (next: Partial<Values>): void => {
    setDraft({ ...draft, ...next })
    setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !(name in next))))
  }
  const leave = (name: keyof Values): void => afterPress(() => setLeft((before) => new Set([...before, name])))
  const restart = (): void => {
    setDraft({})
    setLeft(new Set())
    setRefused({})
  }
  const error = (name: keyof Values): string | null => (left.has(name) && faults[name]) || refused[String(name)] || null

  async function submit(): Promise<void> {
    setLeft(new Set(names))
    setTries(tries + 1)
    if (names.some((name) => faults[name])) return
    setBusy(true)
    try {
      if ((await send(values)) !== false) restart()
    } catch (thrown) {
      setRefused(refusedFields(thrown, names.map(String), fieldOf, (path, message) => say(path, message, values)))
      setTries((before) => before + 1)
      failed(thrown)
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    changed: names.some((name) => !same(values[name], saved[name])),
    busy,
    error,
    set,
    leave,
    restart,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        // A dialog stands in the tree of the form below it.
        event.stopPropagation()
        if (!busy) void submit()
      },
    },
    text: (name) => ({
      value: values[name] as string,
      error: error(name),
      onChange: (event) => set({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
      onBlur: () => leave(name),
    }),
  }
}
