import { defaultApplicationName } from '@simdeck/contract/init.ts'
import { create } from 'zustand'

interface Application {
  name: string
  /** Address of the custom logo; null for the product's own logo. */
  logoUrl: string | null
  /** Version for the copyright line; null in production (specification §1). */
  version: string | null
  /** Address of the official documentation; null if the operator has configured none. */
  docsUrl: string | null
  /** Enabled features (specification §1, Build feature flags). The screens of other features do not exist. */
  features: readonly string[]
  /** True if people with an address of an allowed domain may sign up by themselves. */
  signUp: boolean
}

/**
 * Name, branding and features of the application. They have their defaults until the server has answered. Set them with
 * `useApplication.setState({…})`.
 */
export const useApplication = create<Application>(() => ({
  name: defaultApplicationName,
  logoUrl: null,
  version: null,
  docsUrl: null,
  features: [],
  signUp: false,
}))
