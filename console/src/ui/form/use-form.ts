import { CallError } from '@simdeck/contract/client.ts'
import { useEffect, useRef, useState } from 'react'
import type { RefObject, SubmitEvent } from 'react'

type Faults<Values> = { [Name in keyof Values]?: string | null | false }

interface FormOptions<Values extends object> {
  /** Saved values, or the initial values of an empty form. Fields that the user has not touched follow their changes. */
  saved: Values
  /** Messages for the invalid fields, in the language of the user. */
  check: (values: Values) => Faults<Values>
  /** Submits the values. Its errors go to `failed`. It returns false if the user cancelled; the input then stays. */
  send: (values: Values) => Promise<boolean | void>
  /** Shows the error. The fields that the answer of the server names also show their messages. */
  failed: (error: unknown) => void
  /** Fields of server errors that name no field, by error code. */
  fieldOf?: Partial<Record<string, keyof Values & string>>
  /** Changes the message of the server for the field at this path, for example by adding a line number. */
  fieldMessage?: (path: string, message: string, values: Values) => string
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

/**
 * Messages of a server error by form field. A path of the error belongs to the field with that name, or to the field named by its
 * first part.
 */
function refusedFields(
  error: unknown,
  names: readonly string[],
  fieldOf: Partial<Record<string, string>>,
  fieldMessage: (path: string, message: string) => string,
): Record<string, string> {
  if (!(error instanceof CallError) || !error.body) return {}
  const { code, message, fields = [] } = error.body
  const own = fieldOf[code]
  const messages = fields.map(({ path, message: text }): [string, string] => {
    const name = names.includes(path) ? path : (path.split('.')[0] ?? '')
    return [name, fieldMessage(path, text)]
  })
  return { ...(own !== undefined && { [own]: message }), ...Object.fromEntries(messages.toReversed()) }
}

/**
 * Runs `act` at once or, while a mouse button is pressed, after its release. The message that appears when a field loses the focus
 * could otherwise move the pressed button away from the pointer, and the click would be lost.
 */
function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) act()
  else window.addEventListener('pointerup', () => window.setTimeout(act), { once: true })
}

/**
 * State of a form. A field is checked when the user leaves it for the first time, and all are checked on submit. Then the first
 * invalid field gets the focus. No input is lost.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { saved, check, send, failed, fieldOf = {}, fieldMessage = (_, message) => message } = options
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
      setRefused(refusedFields(thrown, names.map(String), fieldOf, (path, message) => fieldMessage(path, message, values)))
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
        // A dialog is a React child of the form below it. Its submit event would reach that form as well.
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
