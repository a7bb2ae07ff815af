import { GatehousePortalElement } from './portal-element'

export { GatehousePortalElement }

const NAME = 'gatehouse-portal'

if (!customElements.get(NAME)) customElements.define(NAME, GatehousePortalElement)
