import {
  BankOutlined,
  BarChartOutlined,
  CarOutlined,
  FileTextOutlined,
  HomeOutlined,
  MedicineBoxOutlined,
  MessageOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TagOutlined,
  UnorderedListOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Area } from '../zone.ts'

export const AREA_ICONS: Readonly<Record<Area, ComponentType>> = {
  desk: HomeOutlined,
  orders: UnorderedListOutlined,
  warehouse: CarOutlined,
  companies: BankOutlined,
  goods: MedicineBoxOutlined,
  marketing: TagOutlined,
  service: MessageOutlined,
  finance: WalletOutlined,
  quality: SafetyCertificateOutlined,
  content: FileTextOutlined,
  reports: BarChartOutlined,
  system: SettingOutlined,
}
