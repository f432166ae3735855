import 'swagger-ui-dist/swagger-ui.css';
import './documentation.css';
import SwaggerUI, { type Plugin, type TaggedOperations } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { partOf } from './document-part.ts';

/**
 * Optional fields of forms begin empty, and empty ones are left out unless they are marked to be sent. By default, Swagger UI fills
 * them with values that it makes up, and sends them all.
 */
const emptyForms: Plugin = ({ React }) => ({
  wrapComponents: {
    JsonSchemaForm: (Original) => (props) => {
      const isMadeUp = props.dispatchInitialValue === true && props.required !== true;
      return React.createElement(Original, isMadeUp ? { ...props, dispatchInitialValue: false } : props);
    },
    ParameterIncludeEmpty: (Original) => (props) =>
      React.createElement(Original, {
        ...props,
        isIncludedOptions: { ...(props.isIncludedOptions as object | undefined), defaultValue: false },
      }),
  },
});

/**
 * Swagger UI keeps only the visible part of a list of 150 tags and operations in the page, so that the browser's search does not find
 * the others. With one list per tag, all operations are in the page.
 */
const wholeList: Plugin = ({ React }) => ({
  wrapComponents: {
    operations: (Original) => (props) => {
      const selectors = props.specSelectors as { taggedOperations: () => TaggedOperations };
      const tags = selectors.taggedOperations();
      const listOf = (tag: string): unknown => {
        const taggedOperations = (): TaggedOperations => tags.filter((_, name) => name === tag);
        return React.createElement(Original, { ...props, key: tag, specSelectors: { ...selectors, taggedOperations } });
      };
      return tags.keySeq().toArray().map(listOf);
    },
  },
});

/**
 * Swagger UI prepares the whole document each time it resolves the references of an operation, which takes a second. It gets only
 * the operation and what the operation refers to.
 */
const smallDocument: Plugin = () => ({
  afterLoad() {
    const { resolveSubtree } = this.fn;
    this.fn.resolveSubtree = (document, path, options) => resolveSubtree(partOf(document, path), path, options);
  },
});

// Swagger UI must not store the API key in the browser, which other people may use too.
SwaggerUI({
  url: '/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  plugins: [emptyForms, wholeList, smallDocument],
});
