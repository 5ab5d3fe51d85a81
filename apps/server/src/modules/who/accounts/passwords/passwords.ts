import { hash, verify } from '@node-rs/argon2'

/** argon2id with the strength that OWASP names as the least (19 MiB, 2 passes, 1 lane): about 20 ms a check. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH)

let standIn: Promise<string> | null = null

/** An account that does not exist takes the same time to refuse as a wrong password. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword('no account has this password')
  const matches = await verify(storedHash ?? (await standIn), password)
  return storedHash !== null && matches
}
