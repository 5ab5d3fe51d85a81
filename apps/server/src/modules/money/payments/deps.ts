import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { PaymentProvider } from '../../../providers/payment/provider.ts'

/** What the services of this module work with. */
export interface PaymentDeps {
  database: DatabaseHandle
  jobs: Jobs
  providers: readonly PaymentProvider[]
}
