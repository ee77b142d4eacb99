import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText } from '../../session/api/failure.ts'
import { refreshMe } from '../../session/api/own-profile.ts'
import { useMe } from '../../session/use-me.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { defineText, useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../auth.module.css'
import { Problem } from '../AuthFrame.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import {
  checkSecondFactor,
  emptySecondFactor,
  SecondFactorFields,
  secondFactorOf,
  secondFactorRefusals,
  secondFactorText,
} from './SecondFactorFields.tsx'

const text = defineText({
  title: { ja: 'ご本人の確認', en: 'Confirm that it is you' },
  byPassword: { ja: '続けるには、現在のパスワードを入力してください。', en: 'Enter your current password to go on.' },
  byCode: { ja: '続けるには、認証コードを入力してください。', en: 'Enter your authentication code to go on.' },
  password: { ja: '現在のパスワード', en: 'Current password' },
  missing: { ja: '現在のパスワードを入力してください', en: 'Enter your current password' },
  confirm: { ja: '確認', en: 'Confirm' },
})

const isProofRequired = (error: unknown): boolean => error instanceof CallError && error.body?.code === 'verificationRequired'

/**
 * Lets the user prove their identity when the server requires it. `withProof(act)` runs `act`. If the server refuses it for lack of
 * proof, the dialog `proof` opens, and `act` runs again after the proof. The screen must render `proof`. `withProof` returns false
 * if the user cancelled, and throws other errors of `act`. `asking` is true while the dialog is open.
 */
export function useProof(): { withProof: (act: () => Promise<void>) => Promise<boolean>; proof: ReactNode; asking: boolean } {
  const [asked, setAsked] = useState<{ answer: (proven: boolean) => void } | null>(null)
  async function withProof(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
    } catch (error) {
      if (!isProofRequired(error)) throw error
      const proven = await new Promise<boolean>((answer) => setAsked({ answer }))
      setAsked(null)
      if (!proven) return false
      await act()
    }
    return true
  }
  return { withProof, proof: asked && <ProofDialog onAnswer={asked.answer} />, asking: asked !== null }
}

function ProofDialog({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const t = useText(text)
  const { mfaEnabled } = useMe()
  return (
    <Dialog opened title={t.title} size={420} onClose={() => onAnswer(false)}>
      {mfaEnabled ? <ByCode onAnswer={onAnswer} /> : <ByPassword onAnswer={onAnswer} />}
    </Dialog>
  )
}

function ByPassword({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const t = useText(text)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    saved: { password: '' },
    check: ({ password }) => ({ password: password === '' ? t.missing : null }),
    fieldOf: { invalidPassword: 'password' },
    send: async ({ password }) => {
      setProblem(null)
      await call(endpoints.confirmItsMe, { body: { password } })
      onAnswer(true)
    },
    failed: (error) => {
      // Another tab has enabled multi-factor authentication. After the reload of the user, the dialog asks for a code.
      if (isProofRequired(error)) refreshMe()
      else if (!(error instanceof CallError && error.body?.code === 'invalidPassword')) setProblem(failureText(error))
    },
  })
  return (
    <form {...form.props}>
      <Instruction>{t.byPassword}</Instruction>
      <PasswordField label={t.password} autoComplete="current-password" data-autofocus {...form.text('password')} />
      <Buttons problem={problem} busy={form.busy} onCancel={() => onAnswer(false)} />
    </form>
  )
}

function ByCode({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const t = useText(text)
  const factorText = useText(secondFactorText)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    saved: emptySecondFactor,
    check: (values) => checkSecondFactor(values, factorText),
    fieldOf: secondFactorRefusals,
    send: async (values) => {
      setProblem(null)
      await call(endpoints.verifyOwnOtp, { body: secondFactorOf(values) })
      onAnswer(true)
    },
    failed: (error) => {
      const code = error instanceof CallError ? error.body?.code : undefined
      if (code === undefined || !(code in secondFactorRefusals)) setProblem(failureText(error))
    },
  })
  return (
    <form {...form.props}>
      <Instruction>{t.byCode}</Instruction>
      <SecondFactorFields form={form} size="sm" />
      <Buttons problem={problem} busy={form.busy} onCancel={() => onAnswer(false)} />
    </form>
  )
}

function Instruction({ children }: { children: ReactNode }) {
  return <p className={css.words}>{children}</p>
}

function Buttons({ problem, busy, onCancel }: { problem: string | null; busy: boolean; onCancel: () => void }) {
  const t = useText(text)
  return (
    <>
      <Problem>{problem}</Problem>
      <DialogFoot act={t.confirm} busy={busy} onCancel={onCancel} />
    </>
  )
}
