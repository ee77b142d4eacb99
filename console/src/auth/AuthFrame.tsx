import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { BareFrame } from '../frame/BareFrame.tsx'
import { LogoMark } from '../frame/Logo.tsx'
import { refreshBeforeSignIn } from '../session/start.ts'
import { useApplication } from '../ui/frame/application.ts'
import { Note } from '../ui/feedback/Note.tsx'
import css from './auth.module.css'

const refreshMs = 60_000

interface AuthFrameProps {
  title: string
  /** What stands as the heading; the title, under the application's name, unless given. */
  heading?: string
  /** Under the heading: what to do here. */
  words?: ReactNode
  children?: ReactNode
}

/** An auth page: logo and application name, what is asked for, copyright line and language below. The look follows the settings. */
export function AuthFrame({ title, heading, words, children }: AuthFrameProps) {
  const { name, logoUrl } = useApplication()
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void refreshBeforeSignIn()
    }
    const timer = window.setInterval(refresh, refreshMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
  return (
    <BareFrame title={title}>
      <div className={css.page}>
        <div className={css.brand}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark size={heading ? 40 : 32} gap="var(--sd-bg)" />}
          {!heading && <span>{name}</span>}
        </div>
        <div className={css.head}>
          <h1>{heading ?? title}</h1>
          {words && <p>{words}</p>}
        </div>
        {children}
      </div>
    </BareFrame>
  )
}

/** Why the form could not be sent, where that is no field's. */
export function Problem({ children }: { children: string | null }) {
  return children === null ? null : (
    <div className={css.problem}>
      <Note tone="failed">{children}</Note>
    </div>
  )
}

/** The ways to other auth pages. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return <p className={css.links}>{children}</p>
}
