import { endpoint } from '#api-client/endpoint.ts'

type Approvals = typeof import('#contract/approvals.ts')

/** What waits for a second person, and words taken for an hour: asked by pages of every zone. */
export const approvals = {
  list: endpoint<Approvals['staffApprovals']>('GET', '/api/staff/approval'),
  rules: endpoint<Approvals['staffApprovalRules']>('GET', '/api/staff/approval_rules'),
  decide: endpoint<Approvals['staffApprovalDecide']>('POST', '/api/staff/approval/:id/:command'),
  emergencies: endpoint<Approvals['staffEmergencies']>('GET', '/api/staff/emergency'),
  emergencyBegin: endpoint<Approvals['staffEmergencyBegin']>('POST', '/api/staff/emergency'),
  emergencyEnd: endpoint<Approvals['staffEmergencyEnd']>('POST', '/api/staff/emergency/:id/end'),
}
