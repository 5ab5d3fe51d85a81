/**
 * node scripts/audited.ts FOLDER: lays every writing call of staff in the contract beside those that left a row in the audit log while
 * the tests ran with AUDITED_DIR=FOLDER. One that no test ever asked with success, or whose row nobody saw, is named.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALLS } from '../packages/contract/src/calls.ts'
import { unseen } from './lib/audited.ts'

const folder = process.argv[2]
if (!folder) throw new Error('node scripts/audited.ts FOLDER')

const seen = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
const { writing, missing } = unseen(CALLS, new Set(seen))
for (const name of missing) console.error(`${name}: no test saw it leave its row in the audit log`)
console.log(`${writing} writing calls of staff: ${missing.length} never seen to leave their row`)
process.exitCode = missing.length > 0 || writing === 0 ? 1 : 0
