import { sql } from 'kysely'

/**
 * From this statement to the end of its transaction a prepared statement is planned once a connection, whatever its values. PostgreSQL
 * plans anew for each short list of ids, which it takes for cheaper than the ten it supposes otherwise; planning takes longer than working then.
 * For transactions of buyers, whose statements all go by keys; lists that are filtered need plans of their own.
 */
export const GENERIC_PLANS = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`
