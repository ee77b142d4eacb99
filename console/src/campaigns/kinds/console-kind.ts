import type { Language } from '@simdeck/contract/languages.ts'
import type { ComponentType, ReactNode } from 'react'
import type { BarPart } from '../../ui/value/Bits.tsx'
import type { Asked, Draft, DraftProblems } from '../wizard/wizard-draft.ts'

export interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** Problems of the fields, once they are to be shown. */
  shown: DraftProblems
  /** The user has tried to go on. */
  tried: boolean
}

/** A kind of OTA in the wizard: its fields, and how it is told before it starts. */
export interface ConsoleKind {
  /** The fields of the second step. */
  Fields: ComponentType<FieldsProps>
  /** Problems of the fields; empty if the user can continue. */
  problems: (draft: Draft) => DraftProblems
  /** Parameters of the campaign, from a draft without problems. */
  parameters: (draft: Draft) => Omit<Asked, 'kind'>
  /** The name of the campaign; `subject` names the package or applet. */
  campaignName: (subject: string, language: Language) => string
  /** Sentence that says the effect on that number of SIMs. */
  sentence: (count: string, subject: string, draft: Draft, language: Language) => ReactNode
  /** The part of the SIMs on which it has its effect, in the bar of all SIMs; `from` names what they hold now. */
  share: { tone: BarPart['tone']; words: (from: string, language: Language) => string }
  /** Words that explain the way back. */
  undo: (aboutLibrary: boolean, language: Language) => string
}
