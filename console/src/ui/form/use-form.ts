import { CallError } from '@simdeck/contract/client.ts'
import { useEffect, useRef, useState } from 'react'
import type { RefObject, SubmitEvent } from 'react'

type Faults<Values> = { [Name in keyof Values]?: string | null | false }

interface FormOptions<Values extends object> {
  /** Saved values, or initial values of an empty form. Untouched fields follow changes of it. */
  saved: Values
  /** Messages of the invalid fields, in the user's language. */
  check: (values: Values) => Faults<Values>
  /** Submits the values. Errors that it throws go to `failed`. False means that the user cancelled; the input is kept. */
  send: (values: Values) => Promise<boolean | void>
  /** Shows the error; fields named in the server's answer show their part as well. */
  failed: (error: unknown) => void
  /** Fields for errors of the server without field names, by error code. */
  fieldOf?: Partial<Record<string, keyof Values & string>>
  /** Rewrites the server's message for the field at this path, for example to add a line number. */
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
  /** Properties of the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void }
  /** Properties of a text field. */
  text: (name: TextNames<Values>) => {
    value: string
    error: string | null
    onChange: (event: { currentTarget: { value: string } }) => void
    onBlur: () => void
  }
}
type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Server errors by form field: a field of the form is matched by the full error path or by its first part. */
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
 * Runs `act` at once or, while a mouse button is pressed, after its release. An error shown on blur could otherwise move the
 * pressed element away from the pointer, and the click would be lost.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) act()
  else window.addEventListener('pointerup', () => window.setTimeout(act), { once: true })
}

/**
 * State of a form (console-ux.md, Forms): fields are checked after their first blur and on submit, the first invalid field gets the
 * focus, and no input is lost.
 */
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
        // A dialog is a React child of the form below it, so its submit event would reach that form as well.
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
