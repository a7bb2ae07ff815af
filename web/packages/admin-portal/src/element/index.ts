import { GatehousePortalElement } from './portal-element'

export { type PortalTheme, setPortalTheme } from '../theme-setter'
export { GatehousePortalElement }

const NAME = 'gatehouse-portal'

if (!customElements.get(NAME)) customElements.define(NAME, GatehousePortalElement)
