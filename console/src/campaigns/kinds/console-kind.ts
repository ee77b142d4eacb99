import type { ComponentType, ReactNode } from 'react'
import type { Translations } from '../../ui/words/text.ts'
import type { Draft, DraftProblems } from '../wizard/wizard-draft.ts'
import type { kindText } from './kind-text.tsx'

export interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** Problems of the fields, once they are to be shown. */
  shown: DraftProblems
  /** The user has tried to go on. */
  tried: boolean
}

type KindWords = Translations<typeof kindText>

/** A kind of OTA in the wizard: its fields, and how it is told before it starts. */
export interface ConsoleKind {
  /** The fields of the second step. */
  Fields: ComponentType<FieldsProps>
  /** The name of the campaign; `subject` names the package or applet. */
  campaignName: (subject: string, t: KindWords) => string
  /** Sentence that says the effect on that number of SIMs. */
  sentence: (count: string, subject: string, draft: Draft, t: KindWords) => ReactNode
  /** Words that explain the way back. */
  undo: (aboutLibrary: boolean, t: KindWords) => string
}
