import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'

SwaggerUI({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  // The validator badge would send the description to an outside service.
  validatorUrl: null,
})
