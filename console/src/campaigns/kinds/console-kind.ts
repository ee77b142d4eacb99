import type { Language } from '@simdeck/contract/languages.ts'
import type { ComponentType, ReactNode } from 'react'
import type { BarPart } from '../../ui/value/Bits.tsx'
import type { Choice } from '../wizard/use-preparation.ts'
import type { CampaignRequest, Draft, DraftProblems } from '../wizard/wizard-draft.ts'

export interface FieldsProps {
  draft: Draft
  /** SIMs of the campaign. */
  choice: Choice
  onChange: (draft: Draft) => void
  /** Problems that the fields show: none before the user tries to continue. */
  shown: DraftProblems
  /** True after the user has pressed the button for the next step. */
  tried: boolean
}

/** A kind of OTA in the wizard: its input fields, and the texts that describe it before it starts. */
export interface ConsoleKind {
  /** The input fields of the wizard's second step. */
  Fields: ComponentType<FieldsProps>
  /** Problems of the fields. It is empty if the user can continue. */
  problems: (draft: Draft) => DraftProblems
  /** Parameters of the campaign, from a draft without problems. */
  parameters: (draft: Draft) => Omit<CampaignRequest, 'kind'>
  /** Proposed name of the campaign. `subject` is the name of the package or applet; empty if unknown. */
  campaignName: (subject: string, language: Language) => string
  /**
   * Sentence that describes the effect of the OTA on `count` SIMs. `subject` is the name of the package or applet, which is empty if
   * unknown, `label` that of the package.
   */
  sentence: (count: string, subject: string, label: string, language: Language) => ReactNode
  /** Part of the bar of all target SIMs: the SIMs that the OTA changes. `from` names the versions that these SIMs hold now. */
  share: { tone: BarPart['tone']; words: (from: string, language: Language) => string }
  /** Text that explains how the user can undo the OTA. */
  undo: (aboutLibrary: boolean, language: Language) => string
}
