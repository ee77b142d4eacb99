import type * as argon2Module from '@node-rs/argon2'
import { createRequire } from 'node:module'

type Argon2 = typeof argon2Module

const { hash: argon2, verify: argon2Verify } = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

/** Argon2id with the smallest parameters, in place of `@node-rs/argon2` in the workers of the tests: these hash thousands of passwords. */
export const hash: Argon2['hash'] = (password) => argon2(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
export const verify = argon2Verify
