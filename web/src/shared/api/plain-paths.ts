// Calls that the server's document does not describe: their handlers are not JSON in an envelope.

/** Their paths, in the form that the generator writes. */
export interface PlainPaths {
  '/api/Identity/connect/token': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            client_id: string;
            client_secret: string;
            grant_type: string;
            scope: string;
          };
        };
      };
      responses: { 200: { content: { 'application/json': { access_token: string } } } };
    };
  };
  '/api/user/avatar': {
    post: {
      requestBody: { content: { 'multipart/form-data': { file: File } } };
      responses: { 200: { content: { 'application/json': { avatar: string } } } };
    };
  };
  '/api/student/export': { get: { responses: { 200: { content: { 'application/json': unknown } } } } };
}
