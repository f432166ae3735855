import 'swagger-ui-dist/swagger-ui.css';
import './documentation.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

// Swagger UI must not store the API key in the browser, which other people may use too.
SwaggerUI({
  url: '/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
