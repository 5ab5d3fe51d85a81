import type { Config } from '../../platform/config.ts'
import { type Kuaidi100, kuaidi100 } from './kuaidi100.ts'
import type { LogisticsProvider } from './provider.ts'
import { simulatedLogistics } from './simulator.ts'

export const parcelService = ({ channels }: Pick<Config, 'channels'>): Kuaidi100 | null => channels.parcels && kuaidi100(channels.parcels)

/** Null: nobody is asked, and the waybill is shown as staff entered it. */
export const logisticsProvider = (config: Pick<Config, 'channels' | 'standIns'>): LogisticsProvider | null =>
  parcelService(config) ?? (config.standIns.includes('logistics') ? simulatedLogistics : null)
